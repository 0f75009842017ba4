/** Stands while something is fetched. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="loading soft" role="status">
      {what}
    </p>
  );
}
