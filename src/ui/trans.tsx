import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** Lingui takes a tag in a name for a tag of the translation. It shows a name in a list as it is. */
const asItIs = (value: unknown) => (String(value).includes('<') ? [value] : value)

/** What the macro `Trans` becomes: Lingui's component, for values that people typed. */
export const Trans = ({ values, ...props }: TransProps) => (
  <LinguiTrans
    {...props}
    values={
      values &&
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asItIs(value)]))
    }
  />
)
