import { join } from 'node:path';
import type { AnyAuthMethod, AuthHandlerMiddleware, ParsedKey } from 'ssh2';
import { LatchkeyError } from '../../../shared/base/error';
import type { SshTarget } from '../../../shared/connection';
import { readSmallFile } from '../handshake/small-file';
import { texts } from './texts';

/** What of the user's surroundings an SSH login looks at. */
export interface SshSurroundings {
  /** The home folder. */
  home: string;
  /** The login name, where the target names no user. */
  user: string;
  /** Socket or pipe of the SSH agent. */
  agent: string | undefined;
}

/** Reads a private key, as ssh2's parseKey does. */
export type ParseKey = (data: Buffer, passphrase?: string) => ParsedKey | Error;

/** The ways of logging in, in the order in which they are tried. */
export interface SshLogin {
  methods: AnyAuthMethod[];
  /** For the message when none was accepted. */
  tried: string[];
}

const defaultKeys = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/**
 * Chooses how to log in: with a key file, that key alone (an encrypted one without a passphrase through the agent);
 * otherwise the agent and the user's default keys. A password, if there is one that is no passphrase, comes last.
 * @throws LatchkeyError file-not-found, file-unreadable or access-denied for a key that cannot be used.
 */
export async function chooseLogin(
  ssh: SshTarget,
  secret: string | undefined,
  surroundings: SshSurroundings,
  parseKey: ParseKey,
): Promise<SshLogin> {
  const username = ssh.user ?? surroundings.user;
  const login: SshLogin = { methods: [], tried: [] };
  const add = (tried: string, ...methods: AnyAuthMethod[]) => {
    login.methods.push(...methods);
    login.tried.push(tried);
  };
  const { agent } = surroundings;
  const addAgent = () => {
    if (agent !== undefined) add('the SSH agent', { type: 'agent', username, agent });
  };
  let password = secret;
  if (ssh.key !== undefined) {
    const { key, encrypted } = await readKey(
      fromHome(ssh.key, surroundings.home),
      secret,
      parseKey,
      agent !== undefined,
    );
    if (key === null) addAgent();
    else add(`the key ${ssh.key}`, { type: 'publickey', username, key });
    if (encrypted) password = undefined;
  } else {
    addAgent();
    for (const name of defaultKeys) {
      const path = join(surroundings.home, '.ssh', name);
      const data = await readSmallFile(path, 'SSH key').catch(() => null);
      if (data === null) continue;
      const bare = parseKey(data);
      const key = bare instanceof Error && secret !== undefined ? parseKey(data, secret) : bare;
      if (key instanceof Error) continue;
      add(`the key ${path}`, { type: 'publickey', username, key });
      // What opens a key is its passphrase, which is nothing to send to a host.
      if (bare instanceof Error) password = undefined;
    }
  }
  if (password !== undefined) add('the password', ...passwordMethods(username, password));
  return login;
}

/** `~/` is the home folder, as ssh has it in the paths of its options. */
export function fromHome(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** Both forms in which servers take a password; PAM often offers only the second. */
function passwordMethods(username: string, password: string): AnyAuthMethod[] {
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      // A password answers the one hidden question it is asked; a second factor cannot be given here.
      prompt: (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map((prompt) => (prompt.echo === true ? '' : password))),
    },
  ];
}

async function readKey(
  path: string,
  passphrase: string | undefined,
  parseKey: ParseKey,
  agentThere: boolean,
): Promise<{ key: ParsedKey | null; encrypted: boolean }> {
  const data = await readSmallFile(path, 'SSH key');
  const bare = parseKey(data);
  if (!(bare instanceof Error)) {
    if (bare.isPrivateKey()) return { key: bare, encrypted: false };
    throw new LatchkeyError('file-unreadable', texts.isAPublicSshKey(path), {
      hint: texts.itIsUsuallyTheFile,
    });
  }
  if (!/encrypted/i.test(bare.message)) {
    throw new LatchkeyError('file-unreadable', texts.theSshKeyCannotBe(path, bare.message), {
      hint: texts.keysInTheFormsOf,
    });
  }
  if (passphrase === undefined) {
    if (agentThere) return { key: null, encrypted: true };
    throw new LatchkeyError('access-denied', texts.theSshKeyIsEncrypted(path), {
      hint: texts.giveItWithSshPassword,
    });
  }
  const key = parseKey(data, passphrase);
  if (key instanceof Error) {
    throw new LatchkeyError('access-denied', texts.thePassphraseOfTheSsh(path), {
      hint: texts.sshKeygenYFFile,
    });
  }
  return { key, encrypted: true };
}

/** Hands out the methods in order, passing over those that the server does not take. `offered` learns what it takes. */
export function loginHandler(
  login: SshLogin,
  offered: (methods: readonly string[]) => void,
): AuthHandlerMiddleware {
  const left = [...login.methods];
  let first = true;
  return (accepted, _partial, next) => {
    // Before anything was tried, the server has not said what it takes: "none" makes it.
    if (first) {
      first = false;
      next('none');
      return;
    }
    const taken: readonly string[] = Array.isArray(accepted) ? accepted : [];
    offered(taken);
    for (let method = left.shift(); method !== undefined; method = left.shift()) {
      const name = method.type === 'agent' ? 'publickey' : method.type;
      if (taken.length > 0 && !taken.includes(name)) continue;
      next(method);
      return;
    }
    // ssh2 ends the login on any method that is none (client.js, doNextAuth).
    return false;
  };
}
