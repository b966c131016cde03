/** Its place on the dashboard. */
export function MarketsTab() {
  return <p className="text-muted">Being built.</p>;
}
