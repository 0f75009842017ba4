import type { ErrorDocument } from '../../shared/base/error';
import { inWindowWords } from '../../shared/window/window-words';
import { texts } from './texts';

/** What went wrong, what to do, and, folded, what lies beneath. */
export function ErrorNotice({
  error,
  onRetry,
  onDismiss,
}: {
  error: ErrorDocument;
  onRetry?: () => void;
  onDismiss?: () => void;
}) {
  return (
    <div className="notice notice-error" role="alert" data-error={error.code}>
      <div className="notice-words">
        <p className="strong">{inWindowWords(error.message)}</p>
        {error.hint !== undefined && <p>{inWindowWords(error.hint)}</p>}
        {error.cause !== undefined && error.cause !== error.message && (
          <details>
            <summary>{texts.cause}</summary>
            <code>{error.cause}</code>
          </details>
        )}
      </div>
      <div className="notice-actions">
        {onRetry !== undefined && (
          <button type="button" onClick={onRetry}>
            {texts.tryAgain}
          </button>
        )}
        {onDismiss !== undefined && (
          <button type="button" onClick={onDismiss}>
            {texts.dismiss}
          </button>
        )}
      </div>
    </div>
  );
}
