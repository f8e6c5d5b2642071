# The lender with the borrower's pages. docs/deploy.md says how to run it.
FROM node:24-trixie-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
# Names that are built into the pages.
ARG PACKAGE_NAME=ke.example.loan
ARG APP_NAME="Example Loan"
ARG RELEASE
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /opt/lender
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-trixie-slim
# pg_dump, pg_restore and psql of the verbs backup and restore: not older than the database of compose.yaml.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/lender
# Volumes get the owner that their folders have here.
RUN mkdir -p /var/lib/lender /var/lib/lender-keys && chown node:node /var/lib/lender /var/lib/lender-keys
COPY --from=packages /opt/lender ./
COPY --from=build /source/dist/app dist/app
COPY --from=build /source/dist/page dist/page
COPY --from=build /source/dist/desk dist/desk
COPY --from=build /source/dist/server dist/server

ARG PACKAGE_NAME=ke.example.loan
ARG APP_NAME="Example Loan"
ARG RELEASE
# MALLOC_TRIM_THRESHOLD_ is glibc's: freed memory goes back to the system. Without it the lender keeps up to 85 MB that it used to start.
ENV NODE_ENV=production \
    MALLOC_TRIM_THRESHOLD_=131072 \
    PACKAGE_NAME=$PACKAGE_NAME \
    APP_NAME=$APP_NAME \
    RELEASE=$RELEASE \
    HOST=0.0.0.0 \
    PORT=8080 \
    MONITOR_PORT=9090 \
    MONITOR_HOST=0.0.0.0 \
    DATA_DIR=/var/lib/lender \
    DATA_KEY_FILE=/var/lib/lender-keys/data.keys

USER node
VOLUME ["/var/lib/lender", "/var/lib/lender-keys"]
# The monitor is for the operator's network: its port is neither exposed nor published.
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
