const steps = [
  { ms: 86_400_000, unit: 'd' },
  { ms: 3_600_000, unit: 'h' },
  { ms: 60_000, unit: 'min' },
] as const

/** `now`, `5 min ago`, `3 h ago`, `12 d ago`. */
export function longAgoText(ms: number): string {
  const step = steps.find((each) => ms >= each.ms)
  return step ? `${Math.floor(ms / step.ms)} ${step.unit} ago` : 'now'
}
