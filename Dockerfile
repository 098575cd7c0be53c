# The gateway in production. Settings come from the environment; see docs/settings.md.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json rolldown.config.ts declarations.ts licenses.ts ./
COPY src src
COPY compare compare
COPY schema schema
COPY docs/errors.md docs/errors.md
RUN npm run build

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
# Half of what V8 reserves for new objects: 45 MB less, at no measurable cost of CPU time.
ENV NODE_OPTIONS=--max-semi-space-size=32
COPY package.json LICENSE llms.txt ./
COPY --from=build /app/dist dist
COPY schema schema
USER node
# Fills the compile cache of Node: without it, the first start of a container takes a quarter longer.
RUN SANDBOX=1 PORT=0 timeout 60 node -e "const gateway = child_process.spawn('node', ['dist/main.js']); gateway.stdout.on('data', (text) => { if (/^GraphQL/m.test(text)) gateway.kill(); })"
# What metrics and traces call this build: the tag of the image, or the commit.
ARG VERSION
ENV BUILD_VERSION=$VERSION
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.PORT || 4000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
