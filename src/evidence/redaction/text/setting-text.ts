import { withoutSecretOptions } from './secret-option';
import { redactStatement } from './sql-text';

/** Variables that hold statements, run at start or at connect. */
const statementVariables = /^(init_connect|init_slave|init_replica)$/;
/** Variables that hold a secret, or may, where the server does not mask it itself. */
const secretVariables =
  /pwd|passw(or)?d|passphrase|secret|sst_auth|proxy_auth|token|hashicorp_\w*role_id$|encryption_master_key$|_pw$|credential|filekey|(access|private|api)_key$|otlp_\w*headers$|feedback_user_info$|http_proxy$/;
/** Variables whose names speak of secrets and whose values are sizes, rules or paths. */
const openVariables =
  /_token_size$|^(validate_password|simple_password_check|cracklib_password_check|password_reuse_check|sha256_password_|caching_sha2_password_|mysql_native_password|default_password_lifetime$|password_(history|require_current|reuse_interval)$|(old|max)_password(s|_errors)$|disconnect_on_expired_password$|generated_random_password_length$|strict_password_validation$)/;

/** True when the value of this variable must not be kept. */
export function isSecret(name: string): boolean {
  return secretVariables.test(name) && !openVariables.test(name);
}

/**
 * The value of a variable or option without a secret, and without the literals of a statement.
 * @param name as the server or an option file spells it
 */
export function redactSetting(name: string, value: string, keepLiterals: boolean): string {
  if (value === '') return value;
  const plain = name
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/^(loose|set|maximum|enable)_/, '');
  if (isSecret(plain)) return '?';
  if (statementVariables.test(plain)) return redactStatement(value, keepLiterals);
  return withoutSecretOptions(value);
}
