/** A plumb bob on its line. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill="var(--target)"
        d="M8 3h16v2.5h-6.75V14h3.5A1.25 1.25 0 0 1 22 15.25V18c0 4-3 8.2-6 12-3-3.8-6-8-6-12v-2.75A1.25 1.25 0 0 1 11.25 14h3.5V5.5H8z"
      />
    </svg>
  );
}
