import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { inert, observed, sound } from '../judge.ts';
import type { Run } from '../program.ts';
import type { HostileServer, HostileSession, Script } from '../server/hostile-server.ts';
import { errorPayload, greetingPayload, header } from '../server/wire.ts';
import type { Stage } from '../stage.ts';
import { actingText } from '../texts.ts';

const password = 'Canary-password-4711';
/** The connection must be up within 10 s by default; the rest is the start of the program. */
const connectSeconds = 15;

/** A snapshot of one moment of a hostile server, with a password. */
async function logIn(
  stage: Stage,
  script: Script,
  ...more: string[]
): Promise<{ run: Run; server: HostileServer }> {
  const server = await stage.hostile(script);
  const run = await stage.latchkey(
    [
      ...[
        'snapshot',
        '-h',
        '127.0.0.1',
        '-P',
        String(server.port),
        '-u',
        'app',
        '--password-stdin',
        '--no-defaults',
      ],
      ...['--for', '0', '-o', `${stage.folder}/out.lks`, ...more],
    ],
    { input: `${password}\n`, limitSeconds: 90 },
  );
  return { run, server };
}

/** @throws Broken where the password was among what the client sent, in the clear or encrypted for the peer's own key */
function secret(server: HostileServer): void {
  for (const session of server.sessions) {
    held(
      !session.heard.includes(password),
      `the password came over the wire on connection ${session.number}`,
    );
  }
}

async function refused(stage: Stage, script: Script, ...more: string[]): Promise<string> {
  const { run, server } = await logIn(stage, script, ...more);
  sound(run, stage, connectSeconds);
  held(run.code === 3, `exit ${run.code} in place of 3: ${run.err.slice(-300)}`);
  inert(run.err, 'the terminal');
  secret(server);
  return observed(run);
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' });

/** Asks for full authentication and offers its own key; remembers what it could read of the answer. */
function ownKey(plugin: string, seen: string[]): Script {
  return {
    greeting: { plugin },
    login: async (session) => {
      // caching_sha2_password: 4 asks for full authentication.
      if (plugin === 'caching_sha2_password') await session.send(Buffer.from([1, 4]));
      for (let packet = await session.packet(); packet !== null; packet = await session.packet()) {
        const asksForKey = packet.length === 1 && (packet[0] === 1 || packet[0] === 2);
        if (asksForKey) await session.send(Buffer.concat([Buffer.from([1]), Buffer.from(publicKey)]));
        else {
          seen.push(decrypted(packet, session));
          return session.error(1045, 'Access denied');
        }
      }
    },
  };
}

function decrypted(packet: Buffer, session: HostileSession): string {
  try {
    const plain = privateDecrypt({ key: keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, packet);
    return Buffer.from(
      plain.map((byte, index) => byte ^ (session.greeting.scramble[index % 20] ?? 0)),
    ).toString('utf8');
  } catch {
    return packet.toString('latin1');
  }
}

async function keepsFromOwnKey(stage: Stage, plugin: string, ...more: string[]): Promise<string> {
  const seen: string[] = [];
  const { run, server } = await logIn(stage, ownKey(plugin, seen), ...more);
  sound(run, stage, connectSeconds);
  secret(server);
  held(!seen.some((text) => text.includes(password)), 'the server read the password with its own RSA key');
  held(run.code === 3, `exit ${run.code} in place of 3`);
  return observed(run);
}

/** Asks for the password by a plugin that sends it as it is, or nearly so. */
function switchTo(plugin: string): Script {
  return {
    login: async (session) => {
      const data = Buffer.concat([
        Buffer.from(`\xfe${plugin}\0`, 'latin1'),
        session.greeting.scramble,
        Buffer.from([0]),
      ]);
      await session.send(data);
      await session.packet();
      await session.error(1045, 'Access denied');
    },
  };
}

async function switchForEver(session: HostileSession): Promise<void> {
  for (let turn = 0; session.open; turn += 1) {
    const plugin = turn % 2 === 0 ? 'mysql_native_password' : 'caching_sha2_password';
    const request = [Buffer.from(`\xfe${plugin}\0`, 'latin1'), session.greeting.scramble, Buffer.from([0])];
    await session.send(Buffer.concat(request));
    if ((await session.packet()) === null) return;
  }
}

const room = 'A hostile server';
const network = 'A person on the network';

export const loginAttacks: Attack[] = [
  {
    id: 'silent-at-login',
    room,
    attack:
      'says nothing instead of greeting, says nothing after the login, asks for another authentication method without end',
    expected: 'A server that never lets a login end is given up after the connect timeout.',
    quick: true,
    run: async (stage) => {
      const plain = ['--ssl-mode', 'disabled'];
      const seen = await Promise.all([
        refused(stage, { greet: (session) => session.silence() }),
        refused(stage, { login: (session) => session.silence() }, ...plain),
        refused(stage, { login: switchForEver }, ...plain),
      ]);
      return seen.join('; ');
    },
  },
  {
    id: 'drips-greeting',
    room,
    attack: 'sends its greeting one byte a second',
    expected: 'A server that drips its greeting is given up after the connect timeout.',
    quick: false,
    run: (stage) =>
      refused(stage, {
        greet: (session) => {
          const payload = greetingPayload(session.greeting);
          return session.drip(Buffer.concat([header(payload.length, 0), payload]));
        },
      }),
  },
  {
    id: 'drips-login',
    room,
    attack: 'answers the login one byte a second with an endless error',
    expected: 'A server that drips its answer to the login is given up after the connect timeout.',
    quick: false,
    run: (stage) =>
      refused(
        stage,
        {
          login: (session) =>
            session.drip(Buffer.concat([header(5000, 2), errorPayload(1045, 'x'.repeat(4990))])),
        },
        ...['--ssl-mode', 'disabled'],
      ),
  },
  {
    id: 'endless-greeting',
    room,
    attack: 'claims a greeting of 16 MB in packets without end',
    expected: 'A greeting without end is refused before it fills the memory.',
    quick: true,
    run: (stage) =>
      refused(stage, {
        greet: async (session) => {
          const part = Buffer.concat([header(0xffffff, 0), Buffer.alloc(0xffffff, 10)]);
          for (let number = 0; session.open && number < 1000; number += 1) {
            part[3] = number & 0xff;
            await session.raw(part);
          }
        },
      }),
  },
  {
    id: 'garbage-greeting',
    room,
    attack: 'greets with random bytes, with half a greeting, with nothing',
    expected: 'A greeting that is none ends in a refusal that says so.',
    quick: false,
    run: async (stage) => {
      const whole = Buffer.concat([header(90, 0), greetingPayload({ ...plainGreeting })]);
      const cases = [
        Buffer.from('\x00\x00\x00\x00', 'latin1'),
        Buffer.from('\xff\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
        Buffer.concat([header(20, 0), Buffer.from([10]), Buffer.alloc(19, 0x41)]),
        Buffer.concat([header(1, 0), Buffer.from([0xff])]),
        Buffer.concat([header(3, 0), Buffer.from([0xff, 0xff, 0xff])]),
        whole.subarray(0, 30),
        Buffer.concat([header(30, 0), whole.subarray(4, 34)]),
      ];
      const seen: string[] = [];
      for (const bytes of cases) {
        const greet = async (session: HostileSession) => {
          await session.raw(bytes);
          await session.pause(200);
          session.hangUp();
        };
        seen.push(await refused(stage, { greet }, '--ssl-mode', 'disabled'));
      }
      return `${cases.length} greetings: each ${seen.at(-1)}`;
    },
  },
  {
    id: 'greeting-cut-anywhere',
    room,
    attack: 'cuts its greeting and its answer to the login at every byte',
    expected: 'A login cut at any byte ends in a refusal.',
    quick: false,
    run: async (stage) => {
      const payload = greetingPayload({ ...plainGreeting });
      const whole = Buffer.concat([header(payload.length, 0), payload]);
      for (let length = 0; length < whole.length; length += 3) {
        const greet = async (session: HostileSession) => {
          await session.raw(whole.subarray(0, length));
          session.end();
        };
        await refused(stage, { greet }, '--ssl-mode', 'disabled');
      }
      return `${Math.ceil(whole.length / 3)} cuts: each exit 3`;
    },
  },
  {
    id: 'acting-version',
    room,
    attack: 'writes escape sequences into its version, its errors and its name for a plugin',
    expected:
      'Control characters, escape sequences and bidi characters of a server reach no terminal during login.',
    quick: true,
    run: async (stage) => {
      const error = await refused(
        stage,
        { login: (session) => session.error(1045, actingText) },
        '--ssl-mode',
        'disabled',
      );
      await refused(stage, { greet: (session) => session.send(errorPayload(1040, actingText)) });
      await refused(stage, { greet: (session) => session.send(errorPayload(1130, actingText)) });
      await refused(stage, { greet: (session) => session.raw(Buffer.from(`SSH-2.0 ${actingText}\r\n`)) });
      await refused(stage, switchTo(actingText.replaceAll('\0', '')), '--ssl-mode', 'disabled');
      await refused(
        stage,
        { greeting: { version: actingText.replaceAll('\0', '') } },
        '--ssl-mode',
        'disabled',
      );
      return error;
    },
  },
  {
    id: 'asks-for-clear-password',
    room,
    attack:
      'asks for the password by mysql_clear_password, dialog, mysql_old_password and authentication_pam',
    expected:
      'A password is never sent as it is over an unencrypted connection, whichever plugin the server asks for.',
    quick: true,
    run: async (stage) => {
      let last = '';
      for (const plugin of [
        'mysql_clear_password',
        'dialog',
        'mysql_old_password',
        'auth_pam_compat',
        'sha256_password',
      ]) {
        last = await refused(stage, switchTo(plugin), '--ssl-mode', 'disabled');
      }
      await refused(
        stage,
        { ...switchTo('mysql_clear_password'), greeting: { plugin: 'mysql_clear_password' } },
        '--ssl-mode',
        'preferred',
      );
      return last;
    },
  },
  {
    id: 'own-rsa-key',
    room: network,
    attack:
      'takes TLS out of the greeting and hands over an RSA key of its own, for caching_sha2_password and sha256_password',
    expected:
      'A password is encrypted with a key of the peer only where the user said so: not by default, not with ssl-mode preferred.',
    quick: true,
    run: async (stage) => {
      let last = '';
      for (const plugin of ['caching_sha2_password', 'sha256_password']) {
        for (const mode of [[], ['--ssl-mode', 'preferred'], ['--ssl-mode', 'required']]) {
          last = await keepsFromOwnKey(stage, plugin, ...mode);
        }
      }
      return last;
    },
  },
  {
    id: 'breaks-tls-handshake',
    room: network,
    attack: 'offers TLS and breaks the handshake, so that the client may come back without it',
    expected: 'After a TLS handshake that failed there is no second attempt without TLS.',
    quick: true,
    run: async (stage) => {
      let attempts = 0;
      const seen: string[] = [];
      for (const breakIt of [
        (session: HostileSession) => session.hangUp(),
        (session: HostileSession) => session.raw(Buffer.from('\x15\x03\x01\x00\x02\x02\x28', 'latin1')),
        (session: HostileSession) => session.raw(Buffer.alloc(2000, 0x41)),
      ]) {
        const script: Script = {
          ...ownKey('caching_sha2_password', seen),
          greeting: { plugin: 'caching_sha2_password', capabilities: 0xffffffff & ~0x20 },
          handshake: breakIt,
        };
        const { run, server } = await logIn(stage, script, '--ssl-mode', 'preferred');
        sound(run, stage, connectSeconds);
        attempts = Math.max(
          attempts,
          server.sessions.filter(({ loginPacket }) => loginPacket.length > 0).length,
        );
        secret(server);
      }
      held(
        !seen.some((text) => text.includes(password)),
        'the server read the password with its own RSA key',
      );
      held(attempts === 0, 'a login was sent without TLS after the handshake had failed');
      return 'no login without TLS';
    },
  },
  {
    id: 'asks-for-local-file',
    room,
    attack: 'answers the login and every statement with a request for a file of the client (LOCAL INFILE)',
    expected: 'A server that asks for a file of the client gets nothing of it.',
    quick: true,
    run: async (stage) => {
      const ask = (session: HostileSession) =>
        session.send(Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')]));
      for (const script of [{ answer: ask }, { login: ask }] satisfies Script[]) {
        const { run, server } = await logIn(stage, script, '--ssl-mode', 'disabled');
        sound(run, stage, 60);
        for (const session of server.sessions)
          held(!session.heard.includes('root:'), '/etc/passwd was sent to the server');
        for (const { statements } of server.sessions)
          held(statements.length < 500, 'it went on asking for ever');
      }
      return 'nothing of the file was sent';
    },
  },
  {
    id: 'cell-of-a-version',
    room,
    attack:
      'says that it is version 99999999999999999999, a version of 1 MB, none at all, a negative one, two of them',
    expected: 'A version that is none ends in a refusal.',
    quick: false,
    run: async (stage) => {
      let last = '';
      for (const version of [
        '99999999999999999999.1.1',
        'x'.repeat(2 ** 20),
        '',
        '-1.0.0',
        '9999999.8.4.3',
      ]) {
        const { run } = await logIn(stage, { greeting: { version } }, '--ssl-mode', 'disabled');
        sound(run, stage, connectSeconds);
        inert(run.err, 'the terminal');
        held(run.code !== 0, `it was taken for a version: ${version.slice(0, 40)}`);
        last = observed(run);
      }
      const lines = await logIn(stage, { greeting: { version: '8.4.3\n8.4.4' } }, '--ssl-mode', 'disabled');
      sound(lines.run, stage, connectSeconds);
      inert(lines.run.err, 'the terminal');
      return last;
    },
  },
];

const plainGreeting = {
  version: '8.4.3',
  connectionId: 1,
  scramble: Buffer.alloc(20, 0x61),
  capabilities: 0xffffffff & ~0x820,
  plugin: 'mysql_native_password',
};
