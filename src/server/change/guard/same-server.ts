import { randomBytes } from 'node:crypto';
import { LatchkeyError } from '../../../shared/base/error';
import { greetsItself, namedProxy, proxysqlSql, versionCommentSql } from '../../connect/handshake/proxy';
import { type ChangeSession, firstCell, serverErrorNumber } from '../session/change-session';
import { texts } from './texts';

const unknownVariable = 1193;

/** Proves, statement by statement, that one server answers, and that it is still the one of the beginning. */
export interface SessionMark {
  /** True on this connection of this server only. Made to be part of a statement. */
  readonly condition: string;
  /** @throws LatchkeyError change-refused when another server, or another connection of it, answers; else as `query` */
  requireSame(): Promise<void>;
}

/**
 * Marks the connection by a user variable of its own, which no other connection has and none inherits, and notes which
 * server this is: by its UUID, MariaDB by host name, port, server id, and its server_uid where it has one.
 * A proxy that sends statements of one session to several servers, or over several connections, is thereby known: at
 * once, or before the next statement that writes.
 * @throws LatchkeyError change-refused where statements of the session do not all reach one connection; else as `query`
 */
export async function markSession(
  session: Pick<ChangeSession, 'query' | 'identity' | 'greeted'>,
): Promise<SessionMark> {
  await requireNoProxy(session);
  const nonce = randomBytes(12).toString('hex');
  await session.query(`SET @latchkey_session = '${nonce}'`);
  const parts = ['CONNECTION_ID()', '@latchkey_session', ...(await serverParts(session))];
  const expression = `CONCAT_WS('/', ${parts.map((part) => `HEX(${part})`).join(', ')})`;
  const read = async () => String(firstCell(await session.query(`SELECT ${expression}`)) ?? '');
  const mark = await read();
  if (!mark.includes(Buffer.from(nonce).toString('hex').toUpperCase())) throw anotherServer();
  const requireSame = async () => {
    if ((await read()) !== mark) throw anotherServer();
  };
  // A proxy that takes turns, or sends reading elsewhere than writing, shows within a few statements.
  await requireSame();
  await session.query('START TRANSACTION');
  try {
    await requireSame();
  } finally {
    await session.query('ROLLBACK').catch(() => undefined);
  }
  await requireSame();
  return { condition: `${expression} = '${mark}'`, requireSame };
}

async function serverParts(session: Pick<ChangeSession, 'query' | 'identity'>): Promise<string[]> {
  const { identity } = session;
  if (identity.flavour !== 'mariadb') return ['@@GLOBAL.server_uuid'];
  const parts = ['@@GLOBAL.hostname', '@@GLOBAL.port', '@@GLOBAL.server_id'];
  try {
    await session.query('SELECT @@GLOBAL.server_uid');
    return [...parts, '@@GLOBAL.server_uid'];
  } catch (error) {
    if (serverErrorNumber(error) !== unknownVariable) throw error;
    return parts;
  }
}

/**
 * A proxy that ends the connection, and speaks to servers over connections of its own, may send each statement to
 * another one, or a SET to all of them.
 */
async function requireNoProxy(session: Pick<ChangeSession, 'query' | 'identity' | 'greeted'>): Promise<void> {
  const { identity, greeted } = session;
  const query = (sql: string) => session.query(sql);
  if (greeted === undefined) return;
  const [own] = (await query('SELECT CONNECTION_ID(), VERSION()')).rows[0] ?? [];
  const comment = String(firstCell(await query(versionCommentSql)) ?? '');
  const named = namedProxy([greeted.version, identity.versionText, identity.comment, comment]);
  if (named !== null) throw throughProxy(named);
  if (greetsItself(greeted, Number(own))) throw throughProxy('a proxy');
  const isProxysql = await query(proxysqlSql).then(
    () => true,
    (error: unknown) => {
      if (serverErrorNumber(error) === undefined) throw error;
      return false;
    },
  );
  if (isProxysql) throw throughProxy('ProxySQL');
}

function throughProxy(name: string): LatchkeyError {
  return new LatchkeyError('change-refused', texts.theConnectionLeadsToWhich(name), {
    hint: texts.connectToTheServerItself,
  });
}

function anotherServer(): LatchkeyError {
  return new LatchkeyError('change-refused', texts.statementsOfOneSessionReach, {
    hint: texts.connectToTheServerItselfNothing,
  });
}
