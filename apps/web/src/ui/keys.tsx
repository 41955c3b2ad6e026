import { classes } from './theme/classes.ts'

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
}

/**
 * A key combination such as `Mod+K`, as on this platform's keyboard. Next to a name it is decoration: hidden on phones
 * and from screen readers, which would read it as part of the name. `everywhere` always shows it.
 */
export function KeyCaps(props: { readonly keys: string; readonly inverted?: boolean; readonly everywhere?: boolean }) {
  const { keys, inverted, everywhere } = props
  const look = inverted ? 'text-canvas bg-surface/20' : 'text-muted bg-sunken border border-line'
  return (
    <span aria-hidden={!everywhere} className={classes('inline-flex gap-0.5', !everywhere && 'max-tablet:hidden')}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={classes('min-w-4 rounded-sm px-1 text-center font-sans text-xs', look)}>
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
