import Link from '../navigation/link';
import classes from './brand.module.css';
import { Logo } from './logo';

/** The name of the product; leads to the first page. */
export function Brand({ className }: { className?: string | undefined }) {
  return (
    <Link href="/" className={`${classes.brand} ${className}`} aria-label="Plumbline, to the overview">
      <Logo />
      <span className={classes.name}>Plumbline</span>
    </Link>
  );
}
