import { type ServerKind, variableFacts } from '../variable-catalog';
import { exclude } from './coupled-variables';

/** What a server remarks about a SET that it carries out. */
export interface SetWarning {
  /** Any of the codes by which SHOW WARNINGS may tell it. */
  codes: readonly number[];
  text: string;
}

/** Values in force when the statement is sent; undefined: the server has no such variable. */
type PresentValue = (name: string) => string | undefined;

interface Known extends SetWarning {
  variable: string;
  other: string;
  when: 'above the other' | 'below the other';
}

const known: readonly Known[] = [
  // sys_vars.cc check_max_allowed_packet and check_net_buffer_length.
  {
    variable: 'max_allowed_packet',
    other: 'net_buffer_length',
    when: 'below the other',
    codes: [1708],
    text: 'it is below net_buffer_length, the buffer that a packet is built in',
  },
  {
    variable: 'net_buffer_length',
    other: 'max_allowed_packet',
    when: 'above the other',
    codes: [1708],
    text: 'it is above max_allowed_packet, the largest that a packet may be',
  },
  // sys_vars.cc fix_binlog_cache_size and fix_binlog_stmt_cache_size.
  {
    variable: 'max_binlog_cache_size',
    other: 'binlog_cache_size',
    when: 'below the other',
    codes: [1738],
    text: 'binlog_cache_size is lowered to it',
  },
  {
    variable: 'max_binlog_stmt_cache_size',
    other: 'binlog_stmt_cache_size',
    when: 'below the other',
    codes: [1745],
    text: 'binlog_stmt_cache_size is lowered to it',
  },
];

/** ER_WARN_DEPRECATED_SYNTAX and its kin; 131 is HA_ERR_WRONG_COMMAND, by which InnoDB of MySQL 5.6 shows it. */
const deprecationCodes = [1287, 1681, 4166, 131];

/** What the server will remark about setting the variable to the value, which it stores as it is. */
export function warningsOfSet(
  variable: string,
  value: string,
  present: PresentValue,
  server: ServerKind,
): SetWarning[] {
  const warnings: SetWarning[] = known.filter((each) => {
    const other = present(each.other);
    if (each.variable !== variable || other === undefined) return false;
    return each.when === 'below the other' ? Number(value) < Number(other) : Number(value) > Number(other);
  });
  if (variableFacts(variable, server)?.deprecated !== undefined) {
    warnings.push({ codes: deprecationCodes, text: 'the variable, or this value of it, is deprecated' });
  }
  // ha_innodb.cc shows what it moves or clamps with ER_WRONG_ARGUMENTS.
  const held = innodbPairs.flatMap((pair) => {
    const other = pair.find((name) => name !== variable);
    const others = other === undefined ? undefined : present(other);
    if (!pair.includes(variable) || other === undefined || others === undefined) return [];
    return exclude({ variable, value }, { variable: other, value: others }) ? [other] : [];
  });
  return [...warnings, ...held.map((other) => ({ codes: [1210], text: `${other} also changes` }))];
}

const innodbPairs: readonly (readonly string[])[] = [
  ['innodb_io_capacity', 'innodb_io_capacity_max'],
  ['innodb_max_dirty_pages_pct_lwm', 'innodb_max_dirty_pages_pct'],
];
