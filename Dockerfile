# Stationmaster on Discord. Build: docker build -t stationmaster .
# Run: docker run -d --name stationmaster --restart unless-stopped -e DISCORD_TOKEN -v stationmaster:/data stationmaster
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_CONSTRAINT=/src/.ci/constraints.txt
WORKDIR /src
RUN python -m venv /app
# The packages change seldom: a layer of their own.
COPY pyproject.toml ./
COPY .ci/constraints.txt .ci/
RUN python -c 'import sys, tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*p["dependencies"], *(d for e in sys.argv[1:] for d in p["optional-dependencies"][e]), sep="\n")' \
        bot fast postgres > requirements.txt \
    && /app/bin/pip install --requirement requirements.txt
COPY . .
RUN /app/bin/pip install --no-deps . \
    && /app/bin/pip check \
    && /app/bin/pip uninstall --yes pip

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin stationmaster \
    && install --directory --owner stationmaster --group stationmaster /data
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIONMASTER_DATA=/data
USER stationmaster
WORKDIR /data
VOLUME /data
# The bot touches a heartbeat while it is connected and its database answers.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-P", "-m", "bot.operate.health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-P", "-m", "bot"]
