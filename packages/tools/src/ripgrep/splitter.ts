/** Splits streamed text at a mark and passes on complete parts. A last part without a mark is dropped. */
export function splitter(
  mark: string,
  take: (part: string) => 'enough' | 'more',
): (piece: string) => 'enough' | 'more' {
  let rest = ''
  return (piece) => {
    const parts = (rest + piece).split(mark)
    rest = parts.pop() as string
    return parts.some((part) => take(part) === 'enough') ? 'enough' : 'more'
  }
}
