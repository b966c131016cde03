// Kept to syntax that very old versions of Node read, so that they reach the message instead of a syntax error.
const parts = process.versions.node.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error(
    'Tallystone needs Node 20.19 or newer; this is Node ' +
      process.versions.node +
      '. Get it from https://nodejs.org.',
  );
  process.exit(1);
}
