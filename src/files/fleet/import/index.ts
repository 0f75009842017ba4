import path from 'node:path';
import { readWholeFile } from '../../read-file';
import { decodedText } from '../../text-encoding';
import { importAnsibleIni, importAnsibleYaml } from './ansible';
import { importServersCsv } from './csv';
import type { ImportedInventory } from './imported-server';

export type { ImportedInventory } from './imported-server';
export { importStoreServers } from './store-servers';

/**
 * Another program's list of servers: an inventory of Ansible (YAML by `.yml` or `.yaml`, else INI), or a CSV file by its
 * ending. Throws `file-not-found`, `file-unreadable` or `usage`.
 */
export async function importServers(file: string): Promise<ImportedInventory> {
  const text = decodedText(await readWholeFile(file, 'inventory'));
  const extension = path.extname(file).toLowerCase();
  if (extension === '.csv') return importServersCsv(text, file);
  return extension === '.yml' || extension === '.yaml'
    ? importAnsibleYaml(text, file)
    : importAnsibleIni(text);
}
