import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPostgres } from '../../scripts/system-parts.mjs';

/** Folder of the shipped files, used unchanged. */
export const SHIPPED = join(import.meta.dirname, '../../deploy/cluster');
export const NUMBERS = [1, 2, 3] as const;
export type NodeNumber = (typeof NUMBERS)[number];

/** A private network that is used only here. */
export const NETWORK = '10.213.45';
export const addressOf = (node: NodeNumber) => `${NETWORK}.1${node}`;
export const passwordOf = (user: string) => `drill-${user}`;

/** Returns the environment of etcd for a node: the shipped file and the values of this machine. */
export function etcdSettings(node: NodeNumber, folder: string): Record<string, string> {
  const peers = NUMBERS.map((number) => `db${number}=http://${addressOf(number)}:2380`);
  return {
    ...shippedEnvironment('etcd.env'),
    ETCD_NAME: `db${node}`,
    ETCD_LISTEN_CLIENT_URLS: `http://${addressOf(node)}:2379,http://127.0.0.1:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${addressOf(node)}:2379`,
    ETCD_LISTEN_PEER_URLS: `http://${addressOf(node)}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${addressOf(node)}:2380`,
    ETCD_DATA_DIR: join(folder, `etcd${node}`),
    ETCD_INITIAL_CLUSTER: peers.join(','),
  };
}

export function patroniSettings(node: NodeNumber, folder: string): Record<string, string> {
  const address = addressOf(node);
  return {
    ...shippedEnvironment('patroni.env'),
    PATRONI_NAME: `db${node}`,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address},127.0.0.1:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, `data${node}`),
    PATRONI_POSTGRESQL_BIN_DIR: programFolder(),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass${node}`),
    PATRONI_ETCD_HOSTS: NUMBERS.map((number) => `${addressOf(number)}:2379`).join(','),
    PATRONI_RESTAPI_PASSWORD: passwordOf('patroni'),
    PATRONI_SUPERUSER_PASSWORD: passwordOf('postgres'),
    PATRONI_REPLICATION_PASSWORD: passwordOf('replicator'),
    PATRONI_REWIND_PASSWORD: passwordOf('rewinder'),
    PATRONI_madang_PASSWORD: passwordOf('madang'),
  };
}

/** Reads a file of `NAME=value` lines in systemd's format. */
function shippedEnvironment(file: string): Record<string, string> {
  const lines = readFileSync(join(SHIPPED, file), 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value]] : [];
    }),
  );
}

export function haproxySettings(port: number): Record<string, string> {
  return {
    DB1: addressOf(1),
    DB2: addressOf(2),
    DB3: addressOf(3),
    LEADER_LISTEN: `127.0.0.1:${port}`,
  };
}

/** Returns the folder with all programs of PostgreSQL; resolves links. */
function programFolder(): string {
  return dirname(realpathSync(join(findPostgres() ?? '', 'initdb')));
}
