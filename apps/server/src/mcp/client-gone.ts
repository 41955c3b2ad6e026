/**
 * Resolves when the program on the other side of standard input and output has closed either. A reader may stop
 * after an answer that nobody can take, so standard input never ends: without the output's error, this process would
 * outlive its client for good.
 */
export const clientGone = (): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    for (const event of ['close', 'error']) process.stdout.once(event, () => resolve())
  })
