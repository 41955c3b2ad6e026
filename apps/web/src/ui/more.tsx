/** Shows more of a long text. `left`: remaining characters, if known. */
export function More({ left, onMore }: { readonly left?: number; readonly onMore: () => void }) {
  return (
    <button
      type="button"
      onClick={onMore}
      className="self-start rounded-md bg-sunken px-3 py-1 text-sm text-muted hover:text-ink"
    >
      Show more{left !== undefined && ` · ${Math.ceil(left / 1_000).toLocaleString('en-US')} k characters left`}
    </button>
  )
}
