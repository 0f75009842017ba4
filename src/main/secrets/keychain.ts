import { safeStorage } from 'electron';
import type { Keychain } from './secret-vault';
import { texts } from './texts';

/**
 * The keychain of the system as Electron reaches it. On Linux without a keyring Chromium falls back on a password that
 * is the same everywhere (`basic_text`), which hides nothing: that does not count as a keychain.
 */
export function keychain(): Keychain {
  return {
    unavailable: () => {
      if (!safeStorage.isEncryptionAvailable()) return texts.theSystemKeychainIsNot;
      if (process.platform !== 'linux') return null;
      // Electron has it since 25; before that, without a keyring, encryption is not available at all.
      const backend =
        typeof safeStorage.getSelectedStorageBackend === 'function'
          ? safeStorage.getSelectedStorageBackend()
          : 'unasked';
      return backend === 'basic_text' || backend === 'unknown' ? texts.thisDesktopHasNoKeyring : null;
    },
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(sealed),
  };
}
