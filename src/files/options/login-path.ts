import { createDecipheriv } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseOptionFile, readGroup } from '../../knowledge/option-file';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import type { ConnectionSecrets, ConnectionTarget } from '../../shared/connection';
import { readWholeFile } from '../read-file';
import { texts } from './texts';

/** 4 unused bytes and 20 of which the key is folded (client/mysql_config_editor.cc, MY_LOGIN_HEADER_LEN). */
const unusedBytes = 4;
const keyBytes = 20;
const lengthBytes = 4;
const blockBytes = 16;

/** Where MySQL's programs look for login paths (MySQL manual, "mysql_config_editor"). */
export function loginPathFile(
  environment: Record<string, string | undefined> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  const { MYSQL_TEST_LOGIN_FILE: named, APPDATA: appData } = environment;
  if (named !== undefined && named !== '') return named;
  if (platform === 'win32' && appData !== undefined) return path.win32.join(appData, 'MySQL', '.mylogin.cnf');
  return path.join(home, '.mylogin.cnf');
}

/**
 * The option-file text in a login path file: AES-128-ECB, line by line, under a key that stands in the file itself; it
 * hides the passwords from eyes only. Throws `file-unreadable` for what is no such file.
 */
export function decryptLoginFile(bytes: Buffer, file: string): string {
  const header = unusedBytes + keyBytes;
  if (bytes.length < header) throw noLoginFile(file);
  const key = Buffer.alloc(blockBytes);
  for (const [index, byte] of bytes.subarray(unusedBytes, header).entries()) {
    key.writeUInt8(key.readUInt8(index % blockBytes) ^ byte, index % blockBytes);
  }
  const lines: Buffer[] = [];
  for (let at = header; at < bytes.length; ) {
    if (at + lengthBytes > bytes.length) throw noLoginFile(file);
    const length = bytes.readUInt32LE(at);
    const chunk = bytes.subarray(at + lengthBytes, at + lengthBytes + length);
    if (length === 0 || length % blockBytes !== 0 || chunk.length !== length) throw noLoginFile(file);
    try {
      const decipher = createDecipheriv('aes-128-ecb', key, null);
      lines.push(decipher.update(chunk), decipher.final());
    } catch (cause) {
      throw noLoginFile(file, cause);
    }
    at += lengthBytes + length;
  }
  return Buffer.concat(lines).toString('utf8');
}

/**
 * Fills what a target leaves open from its login path: the group [client] and the one of its name, each also with the
 * group suffix, as MySQL's programs read them. What is given already wins, also the password. A target without
 * a login path comes back as it is.
 * @throws LatchkeyError file-not-found, file-unreadable (also where others may read the file) or usage.
 */
export async function completeFromLoginPath(
  target: ConnectionTarget,
  secrets: ConnectionSecrets,
  file: string = loginPathFile(),
): Promise<{ target: ConnectionTarget; secrets: ConnectionSecrets }> {
  const { loginPath, defaultsGroupSuffix: suffix } = target;
  if (loginPath === undefined) return { target, secrets };
  const bytes = await readWholeFile(file, 'login path file');
  await refuseOpenToOthers(file);
  const content = parseOptionFile(decryptLoginFile(bytes, file));
  const groups = ['client', loginPath];
  const wanted = suffix === undefined ? groups : [...groups, ...groups.map((group) => group + suffix)];
  if (!content.lines.some((line) => line.kind === 'group' && line.group === loginPath)) {
    throw new LatchkeyError('usage', texts.thereIsNoLoginPath(loginPath, file), {
      hint: texts.mysqlConfigEditorPrintAll,
    });
  }
  const options = readGroup(content, wanted);
  const password = options.get('password');
  return {
    target: { ...addressOf(options, target), ...target },
    secrets: password === undefined ? secrets : { password, ...secrets },
  };
}

/** All that mysql_config_editor stores beside the password; an address given elsewhere is not mixed with one from here. */
function addressOf(options: Map<string, string>, given: ConnectionTarget): ConnectionTarget {
  const text = (name: string) => {
    const value = options.get(name);
    return value === undefined || value === '' ? undefined : value;
  };
  const [host, port, socket, user] = [text('host'), text('port'), text('socket'), text('user')];
  const number = port !== undefined && /^[1-9]\d{0,4}$/.test(port) ? Number(port) : undefined;
  const remote = host !== undefined && host !== 'localhost';
  const bySocket = socket !== undefined && !remote && given.host === undefined && given.port === undefined;
  return {
    ...defined({ user }),
    ...(host === undefined || given.socket !== undefined ? {} : { host }),
    ...(number === undefined || number > 65_535 || given.socket !== undefined ? {} : { port: number }),
    ...(bySocket ? { socket } : {}),
  };
}

/** MySQL's programs pass such a file over; saying why is better. Permission bits say nothing on Windows. */
async function refuseOpenToOthers(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  throw new LatchkeyError('file-unreadable', texts.theLoginPathFileCan(file), {
    hint: texts.mysqlsOwnProgramsIgnoreIt(file),
  });
}

function noLoginFile(file: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('file-unreadable', texts.isNotALoginPath(file), {
    hint: texts.itIsMadeByMysql,
    ...defined({ cause }),
  });
}
