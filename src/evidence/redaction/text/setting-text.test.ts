import { describe, expect, test } from 'vitest';
import { removeLiterals } from '../literals';
import { isSecret, redactSetting } from './setting-text';

describe('variables that hold secrets', () => {
  test.each([
    'authentication_ldap_simple_bind_root_pwd',
    'file_key_management_filekey',
    'hashicorp_key_management_token',
    'keyring_encrypted_file_password',
    'keyring_hashicorp_secret_id',
    'report_password',
    's3_access_key',
    's3_secret_key',
    'wsrep_sst_auth',
    'innodb_encryption_master_key',
    'keyring_hashicorp_role_id',
    'proxy_auth',
  ])('%s', (name) => {
    expect(isSecret(name)).toBe(true);
  });

  test.each([
    'caching_sha2_password_digest_rounds',
    'default_password_lifetime',
    'innodb_ft_min_token_size',
    'max_password_errors',
    'ngram_token_size',
    'old_passwords',
    'sha256_password_private_key_path',
    'tokudb_cache_size',
    'validate_password.length',
  ])('not %s', (name) => {
    expect(isSecret(name)).toBe(false);
  });

  test('go, with literals kept too', () => {
    const table = {
      columns: ['name', 'value', 'source', 'path', 'min', 'max', 'persisted'],
      rows: [
        ['wsrep_sst_auth', 'root:hunter2', null, null, null, null, 'root:hunter2'],
        ['init_connect', "SET PASSWORD = 'hunter2'", null, null, null, null, "SET PASSWORD = 'hunter2'"],
        ['datadir', '/data', null, null, null, null, null],
      ],
    };
    for (const keep of [true, false]) {
      expect(JSON.stringify(removeLiterals('variables', { table }, keep).table)).not.toContain('hunter2');
      expect(removeLiterals('variables', { table }, keep).table?.rows.map((row) => row[1])).toEqual([
        '?',
        'SET PASSWORD = ?',
        '/data',
      ]);
    }
  });
});

test.each([
  ['feedback_url', 'https://user:hunter2@example.com/x?y=1', 'https://?@example.com/x?y=1'],
  ['feedback_url', 'https://hunter2@example.com', 'https://?@example.com'],
  ['feedback_url', 'https://example.com/a@b', 'https://example.com/a@b'],
  [
    'wsrep_provider_options',
    'socket.ssl_key=/k; socket.ssl_password = hunter2;gcache.size=1G',
    'socket.ssl_key=/k; socket.ssl_password = ?;gcache.size=1G',
  ],
  ['server_audit_syslog_info', 'token="hunter2 or 3" app=x', 'token=? app=x'],
  [
    'wsrep_cluster_address',
    'gcomm://10.0.0.1,10.0.0.2?pc.wait_prim=no',
    'gcomm://10.0.0.1,10.0.0.2?pc.wait_prim=no',
  ],
  ['optimizer_switch', 'index_merge=on,mrr=off', 'index_merge=on,mrr=off'],
  ['innodb_data_file_path', 'ibdata1:12M:autoextend', 'ibdata1:12M:autoextend'],
])('the value of %s keeps no secret within it: %s', (name, value, kept) => {
  expect(redactSetting(name, value, true)).toBe(kept);
});
