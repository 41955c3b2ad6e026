/** The test file that this worker runs, or nothing outside a test run. A setup file fills it in. */
export const current: { file?: string } = {}
