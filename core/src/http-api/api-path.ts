interface PathValues {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | undefined> | undefined;
}

/** Fills `:name` parameters and appends the query. */
export function apiPath(template: string, { params = {}, query = {} }: PathValues): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs the parameter "${name}"`);
    return encodeURIComponent(value);
  });
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return fields.length > 0 ? `${path}?${fields.join('&')}` : path;
}
