/** Its place on the dashboard. */
export function SettingsTab() {
  return <p className="text-muted">Being built.</p>;
}
