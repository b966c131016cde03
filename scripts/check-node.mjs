// Uses only syntax that very old Node versions parse, so they show the message instead of a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Tallystone needs Node 20.19 or newer; this is Node ' +
      process.versions.node +
      '. Get it from https://nodejs.org.',
  );
  process.exit(1);
}
