/**
 * Resolves when the client has closed standard input or output. After an answer that nobody can receive, reading may
 * stop, so standard input never ends. Without the output's error, this process would outlive its client forever.
 */
export const clientGone = (): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    for (const event of ['close', 'error']) process.stdout.once(event, () => resolve())
  })
