# One image for all services, the preparation and the command line; the compose file says which of them a container is.

# A release names its base by digest: `--build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…`.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /bank
COPY . .
# The packages are installed anew only where one of these files changed.
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS compiled
WORKDIR /bank
COPY --from=manifests /bank .
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --no-audit --no-fund
COPY . .
RUN node build/compile.mjs && node generate/dist/sbom.js && find . -name node_modules -prune -exec rm -rf {} + && rm -rf client/lib && find . -name src -type d -prune -exec rm -rf {} +

FROM ${NODE_IMAGE} AS packages
WORKDIR /bank
COPY --from=manifests /bank .
# The image has a Node of its own, and its PostgreSQL runs elsewhere: neither is unpacked here.
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /bank
# Nothing that installs anything: a service runs Node.js, and its health check a shell.
RUN install -d -o node -g node /secrets /home/node/.openbank /var/cache/node \
 && for tool in npm npx corepack yarn yarnpkg apt apt-get apt-cache apt-config apt-cdrom apt-mark dpkg; do rm -f /usr/local/bin/$tool /usr/bin/$tool; done \
 && rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/lib/apt /var/lib/apt /etc/apt
COPY --from=packages /bank .
COPY --from=compiled /bank .
USER node
# Each program loads its modules once and ends, for want of settings: what Node compiles then it need not compile at every start.
ENV NODE_COMPILE_CACHE=/var/cache/node
RUN for program in apps/*/dist/bundle/main.js; do ! node $program; done >/dev/null; \
    ! node docker/prepare.mjs 2>/dev/null; [ -n "$(ls -A /var/cache/node)" ]
EXPOSE 8080
CMD ["node", "apps/ais-pis/dist/bundle/main.js"]
