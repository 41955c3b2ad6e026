// 25
export function renewalDay(signedOn: string): number {
  const renewal = new Date(signedOn)
  renewal.setMonth(renewal.getMonth() + 1)
  return renewal.getDate()
}

export function yearOf(signedOn: string): number | undefined {
  const signed = new Date(signedOn)
  return Number.isNaN(signed.getTime()) ? undefined : signed.getUTCFullYear()
}
