#!/bin/sh
# Run by the Postgres image when its volume is empty. Servers use an ordinary user that owns its database: for a superuser,
# Postgres would not keep the spaces of a team apart.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$CONVENE_DATABASE_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE convene LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
CREATE DATABASE convene OWNER convene ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE convene FROM PUBLIC;
SQL
