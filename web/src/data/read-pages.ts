/** A whole list, read page by page. @param read the page after this row; the first one without a row */
export async function readPages<Row>(
  perPage: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1));
    rows.push(...page);
    if (page.length < perPage) return rows;
  }
}
