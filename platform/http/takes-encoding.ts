/**
 * Whether a client takes an encoding, by its header `accept-encoding`. A quality of 0 declines it.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export const takesEncoding = (accepted: string | undefined, encoding: string): boolean =>
  (accepted ?? '').split(',').some(one => {
    const [name, ...parameters] = one.split(';').map(part => part.trim().toLowerCase())
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
