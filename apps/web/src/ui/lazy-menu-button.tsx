import { type ReactElement, useState } from 'react'

/**
 * The button of a menu that is made when it is first opened, for rows of a long list: the parts of a menu take longer to
 * render than the text of a message.
 */
export function LazyMenuButton(props: {
  readonly label: string
  readonly className: string
  /** Called when the menu opens first. */
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

/** The icon `Ellipsis` in one element instead of three circles: each message of a list has it. */
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
