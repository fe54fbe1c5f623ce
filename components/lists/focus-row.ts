/** Moves the focus to the next row of the table that has it, or of the first one, or to the row before. */
export function focusRow(by: 1 | -1): void {
  const here = document.activeElement?.closest('tbody');
  const table = here?.closest('table') ?? document.querySelector('main table');
  const rows = [...(table?.querySelectorAll<HTMLElement>('tbody') ?? [])].flatMap((body) => {
    const link = body.querySelector<HTMLElement>('a[href]');
    return link ? [{ body, link }] : [];
  });
  const at = rows.findIndex(({ body }) => body === here);
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  next?.link.focus();
  next?.body.scrollIntoView({ block: 'nearest' });
}
