/** The files in the output of `git apply --numstat -z`. */
export const filesIn = (numbers: Buffer): readonly string[] =>
  numbers
    .toString('utf8')
    .split('\0')
    .flatMap((line) => line.split('\t').slice(2).join('\t') || [])
