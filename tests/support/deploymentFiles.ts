/** The files of a deployment, parsed as the programs parse them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { DockerfileParser, type Dockerfile } from 'dockerfile-ast';
import { parse } from 'yaml';
import { LENDER_IDENTITY } from './productionSettings.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const dockerfile = (): Dockerfile => DockerfileParser.parse(textOf('Dockerfile'));

/** Settings of the last stage of the Dockerfile. */
export const imageSettings = (): Record<string, string> =>
  Object.fromEntries(
    dockerfile()
      .getENVs()
      .flatMap((env) => env.getProperties().map((property) => [property.getName(), property.getValue() ?? ''] as const)),
  );

/** The words of the last instruction of this kind. */
export const commandOf = (keyword: 'CMD' | 'HEALTHCHECK'): string[] => {
  const instruction = dockerfile()
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .at(-1);
  const [json = ''] = /\[.*\]$/.exec(instruction?.getArgumentsContent() ?? '') ?? [];
  return JSON.parse(json) as string[];
};

export interface ComposeService {
  build?: { context: string; args: Record<string, string> };
  image?: string;
  env_file?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}

export const compose = () =>
  parse(textOf('compose.yaml')) as {
    services: Record<'lender' | 'database' | 'proxy', ComposeService>;
    networks: Record<string, { internal?: boolean }>;
    volumes: Record<string, unknown>;
  };

/** The delivered settings: values that an operator must fill in are empty. */
export const exampleSettings = (): Record<string, string> => parseEnv(textOf('deploy/lender.env.example')) as Record<string, string>;

/** One valid value for every setting that `deploy/lender.env.example` leaves empty. */
export const FILLED_IN: Readonly<Record<string, string>> = {
  ...LENDER_IDENTITY,
  SMS_URL: 'https://sms.example',
  SMS_TOKEN: 'token',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'secret',
  DARAJA_SHORTCODE: '174379',
  DARAJA_PASSKEY: 'passkey',
  DARAJA_B2C_SHORTCODE: '600000',
  DARAJA_INITIATOR_NAME: 'initiator',
  DARAJA_SECURITY_CREDENTIAL: 'credential',
  DATABASE_PASSWORD: 'password',
};

/** Sections of a systemd unit: name, and its settings in order. */
export function unitSettings(text: string): { section: string; name: string; value: string }[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const [, header] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (header !== undefined) section = header;
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (header === undefined && name === undefined && !/^(#.*)?$/.test(line)) throw new Error(`this is no line of a unit: ${line}`);
    return name === undefined ? [] : [{ section, name, value }];
  });
}
