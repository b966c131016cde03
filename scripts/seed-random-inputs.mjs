import fc from 'fast-check';

/** Setup of every test file when SEED is set: properties get the inputs of the run that printed this seed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
