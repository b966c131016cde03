/**
 * A fixed piece of work, some milliseconds long, of the kinds the product does most: objects, texts, JSON and
 * sorting. Durations are measured in such pieces, because machines differ by a factor of three. It uses nothing from
 * outside itself, because its source also runs in browsers.
 */
export function fixedWork(): number {
  const rows: { name: string; value: number }[] = [];
  for (let i = 0; i < 4_000; i++) rows.push({ name: `row ${(i * 7_919) % 4_000}`, value: i });
  const read: typeof rows = JSON.parse(JSON.stringify(rows));
  read.sort((a, b) => (a.name < b.name ? -1 : 1));
  return read.reduce((sum, { name, value }, place) => sum + name.length + ((value * place) % 7), 0);
}
