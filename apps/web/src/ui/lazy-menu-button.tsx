import { type ReactElement, useState } from 'react'

/**
 * The button of a menu that is rendered when first opened, for rows of a long list: a menu takes longer to render than
 * the text of a message.
 */
export function LazyMenuButton(props: {
  readonly label: string
  readonly className: string
  /** Called when the menu first opens. */
  readonly children: (button: ReactElement) => ReactElement
}) {
  const { label, className, children } = props
  const [isMade, setMade] = useState(false)
  const make = () => setMade(true)
  if (isMade)
    return children(
      <button type="button" aria-label={label} className={className}>
        <Dots />
      </button>,
    )
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={make}
      onKeyDown={({ key }) => key === 'ArrowDown' && make()}
      className={className}
    >
      <Dots />
    </button>
  )
}

/** The icon `Ellipsis` as one element instead of three circles, because every message has it. */
function Dots() {
  return (
    <svg
      aria-hidden
      width={14}
      height={14}
      viewBox="0 0 24 24"
      stroke="currentColor"
      strokeWidth={4}
      strokeLinecap="round"
    >
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  )
}
