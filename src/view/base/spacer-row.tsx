/** Stands in a long table for the rows that are not in the document. @param rowHeight pixels, as the style sheet says */
export function SpacerRow({
  rows,
  columns,
  rowHeight,
}: {
  rows: number;
  columns: number;
  rowHeight: number;
}) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row can take the focus
    <tr aria-hidden="true">
      <td className="spacer" colSpan={columns} height={rows * rowHeight} />
    </tr>
  );
}
