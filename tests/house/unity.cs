// Stand-ins for the classes of Unity that the C# blocks of docs/questions use; they only let the blocks compile.
namespace UnityEngine
{
    public enum ForceMode { VelocityChange }

    public struct Vector3
    {
        public static Vector3 up;
        public static Vector3 operator +(Vector3 a, Vector3 b) { return a; }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return a; }
        public static Vector3 operator *(float factor, Vector3 a) { return a; }
    }

    public struct Quaternion
    {
        public static Quaternion Euler(float x, float y, float z) { return new Quaternion(); }
    }

    public class Transform
    {
        public Vector3 position, forward;
        public Quaternion rotation;
    }

    public class Rigidbody
    {
        public void AddForce(Vector3 force, ForceMode mode) {}
    }

    public static class Input
    {
        public static bool GetButtonDown(string name) { return false; }
        public static float GetAxis(string name) { return 0f; }
    }

    public class MonoBehaviour
    {
        public Transform transform;
        public T GetComponent<T>() { return default(T); }
    }
}
