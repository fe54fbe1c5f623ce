# Sets up and builds as `npm start` does, so that a pod starts at once.
FROM node:22-slim AS build
WORKDIR /app
COPY . .
RUN CI=true node --input-type=module -e "import { setUp } from './bin/setup.mjs'; await setUp({ build: true, commandLine: true })" \
 && npm prune --omit=dev --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app .
USER node
EXPOSE 3000 8080 8443
CMD ["node", "bin/dashboard.mjs", "start"]
