import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a certificate says, beside who signed it. */
interface Wanted {
  subject: string;
  extension: string;
  /** Days from now; default: yesterday until the day after tomorrow. */
  from?: number;
  until?: number;
}

/** Makes certificates in a folder, each `NAME.pem` with `NAME-key.pem`. */
export function certificateMaker(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const fresh = ['-newkey', 'rsa:2048', '-nodes'];
  return {
    /** Also a server certificate that nobody but itself signed. */
    authority: (name: string, subject = `/CN=${name}`) => {
      const files = ['-keyout', `${name}-key.pem`, '-out', `${name}.pem`];
      openssl('req', '-x509', ...fresh, '-days', '2', '-subj', subject, ...files);
    },
    /** Writes a key again as `BEGIN RSA PRIVATE KEY`. */
    traditional: (name: string) => {
      openssl('rsa', '-traditional', '-in', `${name}-key.pem`, '-out', `${name}-key.pem`);
    },
    signed: (name: string, { subject, extension, from = -1, until = 2 }: Wanted, by = 'ca') => {
      // `openssl x509` sets no beginning before OpenSSL 3.4; `openssl ca` does.
      writeFileSync(join(folder, `${name}-index`), '');
      writeFileSync(
        join(folder, `${name}.cnf`),
        [
          '[ca]\ndefault_ca = own\n[own]\nnew_certs_dir = .\nrand_serial = yes\ndefault_md = sha256\npolicy = any',
          `database = ${name}-index\nx509_extensions = wanted\nunique_subject = no`,
          `[any]\ncommonName = supplied\n[wanted]\n${extension}\n`,
        ].join('\n'),
      );
      openssl('req', ...fresh, '-subj', subject, '-keyout', `${name}-key.pem`, '-out', `${name}.csr`);
      const dates = ['-startdate', stamp(from), '-enddate', stamp(until)];
      const signer = ['-cert', `${by}.pem`, '-keyfile', `${by}-key.pem`];
      const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-config', `${name}.cnf`];
      openssl('ca', '-batch', '-notext', ...signer, ...dates, ...files);
    },
  };
}

/** As OpenSSL reads a moment: `YYYYMMDDHHMMSSZ`. */
function stamp(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${at.slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
