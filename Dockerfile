# One image for all services, the preparation and the command line; the compose file says which of them a container is.

FROM node:24-bookworm-slim AS manifests
WORKDIR /bank
COPY . .
# The packages are installed anew only where one of these files changed.
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM node:24-bookworm-slim AS compiled
WORKDIR /bank
COPY --from=manifests /bank .
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --no-audit --no-fund
COPY . .
RUN node build/compile.mjs && find . -name node_modules -prune -exec rm -rf {} + && find libs apps gateway sandbox cli books testing generate -name src -prune -exec rm -rf {} +

FROM node:24-bookworm-slim AS packages
WORKDIR /bank
COPY --from=manifests /bank .
# The image has a Node of its own, and its PostgreSQL runs elsewhere: neither is unpacked here.
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /bank
RUN install -d -o node -g node /secrets /home/node/.openbank
COPY --from=packages /bank .
COPY --from=compiled /bank .
USER node
EXPOSE 8080
CMD ["node", "apps/ais-pis/dist/bundle/main.js"]
