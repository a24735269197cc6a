#!/bin/sh
# Runs once, on an empty volume: Temporal and Tripline each get a role with a password of its own, and databases that the
# other role cannot enter.
psql --username postgres --set ON_ERROR_STOP=1 <<'SQL'
\set temporal_password `cat /run/secrets/temporal_database_password`
\set tripline_password `cat /run/secrets/database_password`
create role temporal login password :'temporal_password';
create role tripline login password :'tripline_password';
create database temporal owner temporal;
create database temporal_visibility owner temporal;
create database tripline owner tripline;
revoke all on database temporal, temporal_visibility, tripline, postgres, template1 from public;
SQL
