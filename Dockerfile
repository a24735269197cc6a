# Tripline's image: the web server, the worker and the command line. glibc, because Temporal's core and the picture
# renderer are built for it; no development dependencies and no third-party repackaging of Temporal's server.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# glibc would keep freed request bodies: in arenas of its own for each thread, and as holes in its heap.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --no-create-home tripline
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./
USER 10001
EXPOSE 3000
# tini forwards signals, so that a stop drains instead of cutting off.
ENTRYPOINT ["tini", "--", "node", "cli/tripline.mjs"]
CMD ["serve"]
# A worker with WORKER_HEALTH_FILE: Temporal saw it ask for work within two minutes. Otherwise of `serve`: it lives, with or
# without its database.
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s --retries=3 \
  CMD if [ -n "$WORKER_HEALTH_FILE" ]; then find "$WORKER_HEALTH_FILE" -mmin -2 | grep -q .; else node -e "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"; fi
