# Builds all that a pod runs, so that it starts at once, and ships that alone. For a release, `npm run image` takes the base by
# its digest alone.
ARG NODE_IMAGE=node:22-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
# The registry is asked for packages here, and nobody for anything after.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
RUN --network=none CI=true node bin/image-files.mjs /image

FROM ${NODE_IMAGE}
# Nothing is installed in a pod.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /image .
USER node
EXPOSE 3000 8080 8081 8443
CMD ["node", "bin/dashboard.mjs", "start"]
