# Sets up and builds as `npm start` does, so that a pod starts at once. For a release, `npm run image` takes the base by
# its digest alone.
ARG NODE_IMAGE=node:22-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN CI=true node --input-type=module -e "import { setUp } from './bin/setup.mjs'; await setUp({ image: true })" \
 && npm prune --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
# Nothing is installed in a pod.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app .
USER node
EXPOSE 3000 8080 8081 8443
CMD ["node", "bin/dashboard.mjs", "start"]
