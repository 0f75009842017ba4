import { safeStorage } from 'electron';
import type { Keychain } from './secret-vault';

/**
 * The keychain of the system as Electron reaches it. On Linux without a keyring Chromium falls back on a password that
 * is the same everywhere (`basic_text`), which hides nothing: that does not count as a keychain.
 */
export function keychain(): Keychain {
  return {
    unavailable: () => {
      if (!safeStorage.isEncryptionAvailable()) return 'The system keychain is not available.';
      if (process.platform !== 'linux') return null;
      // Electron has it since 25; before that, without a keyring, encryption is not available at all.
      const backend =
        typeof safeStorage.getSelectedStorageBackend === 'function'
          ? safeStorage.getSelectedStorageBackend()
          : 'unasked';
      return backend === 'basic_text' || backend === 'unknown'
        ? 'This desktop has no keyring (GNOME Keyring or KWallet).'
        : null;
    },
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(sealed),
  };
}
