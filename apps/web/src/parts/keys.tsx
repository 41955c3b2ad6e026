import { classes } from '../theme/classes.ts'

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
}

/** Keys as they are written on this person's keyboard: `Mod+K`. */
export function Keys({ keys, inverted }: { readonly keys: string; readonly inverted?: boolean }) {
  const look = inverted ? 'text-canvas bg-surface/20' : 'text-muted bg-sunken border border-line'
  return (
    <span className="inline-flex gap-0.5 max-tablet:hidden">
      {keys.split('+').map((key) => (
        <kbd key={key} className={classes('min-w-4 rounded-sm px-1 text-center font-sans text-xs', look)}>
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
