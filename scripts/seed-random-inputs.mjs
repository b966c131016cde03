import fc from 'fast-check';

/** Test setup when SEED is set: property tests get the inputs of the run that printed this seed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
