/** Its place on the dashboard. */
export function AzuroTab() {
  return <p className="text-muted">Being built.</p>;
}
